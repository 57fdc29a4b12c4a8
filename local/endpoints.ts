/** The credentials of every SDK client on the laptop; signatures are verified with this secret, whatever the access key. */
export const LOCAL_CREDENTIALS = {
  accessKeyId: "LAPTOPCLOUD000000000",
  secretAccessKey: "only-known-to-this-laptop-and-worth-nothing",
};

/** The ports after the site's, so that URLs in tokens and links survive a restart; 0 picks free ports. */
export const servicePorts = (sitePort: number) => {
  const at = (offset: number) => (sitePort ? sitePort + offset : 0);
  return {
    dynamoDb: at(1),
    cognito: at(2),
    s3: at(3),
    mail: at(4),
    lambda: at(5),
    secrets: at(6),
    stripe: at(7),
    dynamoDbLocal: at(8),
  };
};
