import { useParams } from "react-router-dom";
import { readOperator } from "#shared/contract/admin.ts";
import { useRead } from "#web/api/use-read.ts";
import { Account } from "./account.tsx";
import { PeopleSearch } from "./people-search.tsx";

/** People: the search, or the one in the address. */
export default function People() {
  const [, userId] = (useParams()["*"] ?? "").split("/");
  const { data: operator } = useRead(readOperator, {});
  if (!operator) return null;
  if (!userId) return <PeopleSearch operator={operator} />;
  return <Account key={userId} operator={operator} userId={userId.toLowerCase()} />;
}
