/** What every SDK client on the laptop signs with; no other secret verifies, any well-formed access key does. */
export const LOCAL_CREDENTIALS = {
  accessKeyId: "LAPTOPCLOUD000000000",
  secretAccessKey: "only-known-to-this-laptop-and-worth-nothing",
};
