import { openMail } from "#lambdas/mail/open-mail.ts";
import { findOrder, type OrderItem } from "#lambdas/purchases/order/find-order.ts";
import { orderEmailTemplates } from "#lambdas/purchases/order/order-email-templates.ts";
import { findUser } from "#lambdas/users/find-user.ts";
import { OrderId } from "#shared/model/ids.ts";
import { BadCommand } from "../command/bad-command.ts";
import { defineCommand, NOTHING_DONE } from "../command/command.ts";
import { tableOf } from "../command/stage-table.ts";

type Kind = keyof typeof orderEmailTemplates;

/** Whom a mail is for, and whether it says something of the order as it is now. */
interface Rule {
  readonly to: "buyer" | "seller";
  readonly isTrue: (order: OrderItem) => boolean;
}

const isPaid = ({ amounts }: OrderItem) => amounts.price > 0;
const isRefunded = ({ status }: OrderItem) => status === "refunded";

const RULES: Readonly<Record<Kind, Rule>> = {
  bought: { to: "buyer", isTrue: () => true },
  sold: { to: "seller", isTrue: (order) => isPaid(order) && order.settlement !== undefined },
  refunded: { to: "buyer", isTrue: isRefunded },
  partRefunded: { to: "buyer", isTrue: (order) => !isRefunded(order) && (order.refunded ?? 0) > 0 },
  saleRefunded: { to: "seller", isTrue: (order) => isPaid(order) && isRefunded(order) },
  refundFailed: { to: "buyer", isTrue: (order) => isPaid(order) && !isRefunded(order) },
  saleRestored: { to: "seller", isTrue: (order) => isPaid(order) && !isRefunded(order) },
  saleDisputed: { to: "seller", isTrue: ({ dispute }) => dispute?.due !== undefined },
};

const KINDS = Object.keys(RULES).join(", ");

export const command = defineCommand({
  forms: ["--order <id> --kind <kind>"],
  says: [
    `The kinds are ${KINDS}: as the log names them. It goes to the account's present address, whether it was sent before or not.`,
  ],
  options: {
    order: { value: "<id>", says: "the order" },
    kind: { value: "<kind>", says: "which of its mails" },
  },
  async run({ values: { order: id, kind = "" }, isDry, stage, record }) {
    const { data: orderId } = OrderId.safeParse(id);
    if (!orderId) throw new BadCommand(`--order ${id ?? ""} is no order's id.`);
    if (!Object.hasOwn(RULES, kind)) throw new BadCommand(`--kind ${kind}: the kinds are ${KINDS}.`);
    const name = kind as Kind;
    const opened = await stage();
    const table = tableOf(opened);
    const order = await findOrder(table, orderId);
    if (!order) throw new BadCommand(`There is no order ${orderId}.`);
    const { to, isTrue } = RULES[name];
    if (!isTrue(order)) throw new BadCommand(`Of order ${orderId} as it is now, ${name} isn't true.`);
    const userId = to === "buyer" ? order.buyerId : order.sellerId;
    const user = await findUser(table, userId);
    if (!user || user.deactivatedAt) throw new BadCommand(`The ${to}'s account is closed, and has no address.`);
    if (isDry) return console.log(`This would mail ${name} to ${userId}. ${NOTHING_DONE}`);
    await record("mail.resend", orderId);
    const from = opened.output("MailSender");
    const email = orderEmailTemplates[name](order, opened.output("SiteOrigin"));
    await openMail({ MAIL_FROM: from, OPERATORS_MAIL: from }).send(user.email, email);
    console.log(`Mailed ${name} to ${userId}.`);
  },
});
