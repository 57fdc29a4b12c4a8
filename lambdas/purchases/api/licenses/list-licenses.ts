import { listLicenses } from "#shared/contract/licenses.ts";
import { handle } from "../../../runtime/handle.ts";
import { findOrders, queryAllOrders } from "../../order/find-orders.ts";
import { licenseOf } from "../../order/order-view.ts";
import type { LicensesServices } from "./services.ts";

export const listLicensesHandler = handle(
  listLicenses,
  async ({ params, actor: { userId } }, { table }: LicensesServices) => {
    const entries = await queryAllOrders(table, { userId, side: "purchases" });
    const ofArtwork = entries.filter(({ artworkId }) => artworkId === params.artworkId);
    const orders = await findOrders(
      table,
      ofArtwork.map(({ orderId }) => orderId),
    );
    return { items: orders.map((order) => licenseOf(order, userId)) };
  },
);
