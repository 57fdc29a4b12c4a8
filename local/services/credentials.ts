/** The credentials of every SDK client on the laptop; signatures are verified with this secret, whatever the access key. */
export const LOCAL_CREDENTIALS = {
  accessKeyId: "LAPTOPCLOUD000000000",
  secretAccessKey: "only-known-to-this-laptop-and-worth-nothing",
};
