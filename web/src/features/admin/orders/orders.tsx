import { useParams } from "react-router-dom";
import { readOperator } from "#shared/contract/admin.ts";
import { useRead } from "#web/api/use-read.ts";
import { OrderPage } from "./order-record.tsx";
import { OrderSearch } from "./order-search.tsx";

/** Orders: the search, or the one in the address. */
export default function Orders() {
  const [, orderId] = (useParams()["*"] ?? "").split("/");
  const { data: operator } = useRead(readOperator, {});
  if (!operator) return null;
  if (!orderId) return <OrderSearch operator={operator} />;
  return <OrderPage key={orderId} operator={operator} orderId={orderId.toLowerCase()} />;
}
