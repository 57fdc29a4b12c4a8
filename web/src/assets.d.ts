declare module "*.css";

/** The password list alone; the package's index adds words for passphrases. */
declare module "@zxcvbn-ts/language-common/dist/passwords.json.mjs" {
  const passwords: string[];
  export default passwords;
}
