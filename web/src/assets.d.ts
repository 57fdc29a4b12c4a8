declare module "*.css";

/** The list alone, without the words for passphrases that the package's index adds. */
declare module "@zxcvbn-ts/language-common/dist/passwords.json.mjs" {
  const passwords: string[];
  export default passwords;
}
