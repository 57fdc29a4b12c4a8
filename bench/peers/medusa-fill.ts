import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { CATALOGUE } from "./catalogue.ts";

const load = createRequire(join(process.cwd(), "package.json"));
const { Modules } = load("@medusajs/framework/utils");
const flows = load("@medusajs/medusa/core-flows");

const AT_ONCE = 50;

/** `medusa exec` runs it: makes the shop, and writes the names by which a storefront calls it into the given file. */
// biome-ignore lint/suspicious/noExplicitAny: Medusa's types are in another folder.
export default async function fill({ container, args: [file] }: any) {
  const run = async (workflow: string, input: object) => (await flows[workflow](container).run({ input })).result;
  const [{ id: channel }] = await run("createSalesChannelsWorkflow", { salesChannelsData: [{ name: "Shop" }] });
  const [{ id: region }] = await run("createRegionsWorkflow", {
    regions: [{ name: "Europe", currency_code: "eur", countries: ["at"], payment_providers: ["pp_system_default"] }],
  });
  await run("createTaxRegionsWorkflow", [{ country_code: "at", provider_id: "tp_system" }]);
  const apiKeys = [{ title: "Shop", type: "publishable", created_by: "" }];
  const [{ id: keyId, token: key }] = await run("createApiKeysWorkflow", { api_keys: apiKeys });
  await run("linkSalesChannelsToApiKeyWorkflow", { id: keyId, add: [channel] });
  const [profile] = await container.resolve(Modules.FULFILLMENT).listShippingProfiles({ type: "default" });
  const { id: shippingProfile } =
    profile ?? (await run("createShippingProfilesWorkflow", { data: [{ name: "Default", type: "default" }] }))[0];
  const ids: string[] = [];
  for (let at = 0; at < CATALOGUE.length; at += AT_ONCE) {
    const products = CATALOGUE.slice(at, at + AT_ONCE).map(({ title, handle, description, dollars }) => ({
      title,
      handle,
      description,
      status: "published",
      thumbnail: `/preview/${handle}.jpg`,
      images: [{ url: `/preview/${handle}.jpg` }],
      shipping_profile_id: shippingProfile,
      sales_channels: [{ id: channel }],
      options: [{ title: "Licence", values: ["Personal"] }],
      variants: [
        {
          title,
          sku: handle,
          options: { Licence: "Personal" },
          manage_inventory: false,
          prices: [{ amount: dollars, currency_code: "eur" }],
        },
      ],
    }));
    ids.push(...(await run("createProductsWorkflow", { products })).map(({ id }: { id: string }) => id));
  }
  writeFileSync(file, JSON.stringify({ key, region, ids }));
}
