/**
 * Code of the CloudFront function in front of the pages: it keeps only query parameters that change a page, in a fixed order, so
 * that the cache key can be the whole query. A cache policy can list only ten parameters.
 */
export const pageQueryCode = (known: readonly string[]) => `const known = ${JSON.stringify(known)};
function handler(event) {
  const request = event.request;
  const given = request.querystring;
  request.querystring = {};
  known.forEach((name) => {
    if (given[name]) request.querystring[name] = given[name];
  });
  return request;
}
`;
