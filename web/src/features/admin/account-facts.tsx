import { chakra } from "@chakra-ui/react";
import { DISPLAY } from "#shared/display.ts";
import { formatCount } from "#shared/format.ts";
import type { Account } from "#shared/model/reviewed-account.ts";
import { DateTime } from "#web/ui/date-time.tsx";
import { PersonName } from "#web/ui/person.tsx";

/** An account by name, with since when it exists and how many works it shows. */
export const AccountFacts = ({ account }: { readonly account: Account }) => (
  <>
    <PersonName person={account.person} showsHandle />
    <chakra.span display="block" textStyle="sm" color="fg.muted">
      Joined <DateTime value={account.since} pattern={DISPLAY.shortDayFormat} />, {formatCount(account.works)} visible{" "}
      {account.works === 1 ? "work" : "works"}
    </chakra.span>
  </>
);
