import { costsPage } from "./costs/page.ts";

/** `npm run --silent costs > docs/costs.md` */
console.log(costsPage());
