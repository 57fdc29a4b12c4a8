import { createRequire } from "node:module";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { CATALOGUE } from "./catalogue.ts";

/** A program: Vendure's server as its template configures it, from the packages of the working directory. `--fill` makes the shop first and ends. */
const load = createRequire(join(process.cwd(), "package.json"));
const vendure = load("@vendure/core");
const { populateInitialData } = load("@vendure/core/cli");
const { API_PORT, DATABASE_URL } = process.env;
/** Vendure listens on loopback alone, but refuses to start with its own. */
const SECRET = "only-on-loopback";
const isFilling = process.argv.includes("--fill");

const config = {
  apiOptions: {
    port: Number(API_PORT),
    hostname: "127.0.0.1",
    shopApiPath: "shop-api",
    adminApiPath: "admin-api",
    cors: { origin: false },
    csrfPrevention: true,
  },
  authOptions: {
    tokenMethod: ["bearer", "cookie"],
    superadminCredentials: { identifier: "superadmin", password: SECRET },
    cookieOptions: { secret: SECRET },
  },
  dbConnectionOptions: { type: "postgres", url: DATABASE_URL, synchronize: isFilling, logging: false },
  assetOptions: { assetStorageStrategy: { toAbsoluteUrl: (_request: unknown, file: string) => `/assets/${file}` } },
  paymentOptions: { paymentMethodHandlers: [vendure.dummyPaymentHandler] },
  plugins: [
    vendure.DefaultSchedulerPlugin.init(),
    // A thousand jobs of indexing wait for a poll each.
    vendure.DefaultJobQueuePlugin.init({ useDatabaseForBuffer: true, ...(isFilling && { pollInterval: 10 }) }),
    vendure.DefaultSearchPlugin.init({ bufferUpdates: false, indexStockStatus: true }),
  ],
};

const SHOP = {
  defaultLanguage: "en",
  defaultZone: "Europe",
  countries: [{ name: "Austria", code: "AT", zone: "Europe" }],
  taxRates: [{ name: "Standard Tax", percentage: 20 }],
  shippingMethods: [{ name: "Standard Shipping", price: 500 }],
  paymentMethods: [],
  collections: [],
};

/** Pictures are rows without files, for no call of the benchmark asks for a file. */
// biome-ignore lint/suspicious/noExplicitAny: Vendure's types are in another folder.
async function fill(app: any) {
  await populateInitialData(app, SHOP);
  await app.get(vendure.JobQueueService).start();
  const connection = app.get(vendure.TransactionalConnection).rawConnection;
  const channel = await app.get(vendure.ChannelService).getDefaultChannel();
  const [taxCategory] = await connection.getRepository(vendure.TaxCategory).find();
  const importer = app.get(vendure.FastImporterService);
  await importer.initialize(channel);
  for (const { title, handle, description, dollars } of CATALOGUE) {
    const [source, preview] = [`source/${handle}.jpg`, `preview/${handle}__preview.jpg`];
    const file = { type: "IMAGE", mimeType: "image/jpeg", width: 1200, height: 900, fileSize: 250_000 };
    const translations = [new vendure.AssetTranslation({ languageCode: "en", name: title })];
    const asset = new vendure.Asset({ ...file, source, preview, channels: [channel], translations });
    await connection.getRepository(vendure.AssetTranslation).save(translations);
    const { id } = await connection.getRepository(vendure.Asset).save(asset);
    const pictures = { featuredAssetId: id, assetIds: [id] };
    const texts = { languageCode: "en", name: title, slug: handle, description };
    const productId = await importer.createProduct({ enabled: true, translations: [texts], ...pictures });
    await importer.createProductVariant({
      productId,
      sku: handle,
      price: 100 * dollars,
      taxCategoryId: taxCategory.id,
      stockOnHand: 100,
      translations: [{ languageCode: "en", name: title }],
    });
  }
  const indexed = async () => Number((await connection.query("SELECT count(*) FROM search_index_item"))[0].count);
  while ((await indexed()) < CATALOGUE.length) await sleep(500);
}

const app = await vendure.bootstrap(config);
if (isFilling) {
  await fill(app);
  await app.close();
  process.exit();
}
