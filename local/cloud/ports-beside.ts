/** Ports beside the site's, so that addresses in tokens and links stay the same over restarts; 0 takes free ones. */
export const portsBeside = (sitePort: number) => {
  const at = (offset: number) => (sitePort ? sitePort + offset : 0);
  return { dynamoDb: at(1), cognito: at(2), s3: at(3), mail: at(4), lambda: at(5), secrets: at(6), stripe: at(7) };
};
