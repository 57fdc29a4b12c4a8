/**
 * Code of the CloudFront function in front of the pages: it leaves of a query only what changes a page, in one order, so that
 * the cache policy can key on the whole query. A policy that lists parameters ends at ten of them.
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
