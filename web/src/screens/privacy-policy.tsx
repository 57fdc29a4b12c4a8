import { Link } from "@chakra-ui/react";
import { APP_NAME } from "#shared/brand.ts";
import { HelpButton } from "#web/features/help/help-button.tsx";
import { BROWSER_STORAGE, storedData } from "#web/features/pages/stored-data.tsx";
import { Part, TextPage } from "#web/features/pages/text-page.tsx";
import { useFeatures } from "#web/session/features.ts";
import { ResponsiveTable } from "#web/ui/responsive-table.tsx";
import { SiteLink } from "#web/ui/site-link.tsx";
import { useInfoAddress } from "#web/ui/use-host.ts";

export default function PrivacyPolicy() {
  const { payments, tax } = useFeatures();
  const address = useInfoAddress();
  return (
    <TextPage
      title="Privacy Policy"
      lead={`${APP_NAME} keeps what it needs to show artwork and to license it, and nothing to watch you with. No advertising, no tracking, no third-party scripts on the pages you read.`}
    >
      <Part title="Who is responsible">
        <p>
          The operators of this site, whom you can reach at <Link href={`mailto:${address}`}>{address}</Link>.
        </p>
      </Part>
      <Part title="In your browser">
        <p>
          Cookies, entries in the browser's local storage, and some that disappear with the tab. All of them serve the
          site itself; none follows you anywhere.
        </p>
        <ResponsiveTable
          caption="What the site keeps in your browser"
          columns={["For", "Name", "Where", "What it holds"]}
          rows={BROWSER_STORAGE}
        />
        {payments && (
          <p>
            While you pay, and only then, the page loads Stripe's payment form, which sets cookies of its own to detect
            fraud.
          </p>
        )}
      </Part>
      <Part title="What we keep, why, and for how long">
        <ResponsiveTable
          caption="What we keep about you"
          columns={["About", "What", "Why", "Until when"]}
          rows={storedData(payments)}
        />
        <p>
          The location that a camera writes into a picture is removed from every upload. Author and copyright notes
          stay, because artists want them to.
        </p>
      </Part>
      <Part title="Counting views">
        <p>
          Artists see how many visitors looked at each of their works and at their profile on each day, and never who.
          For that your browser tells us that a page was shown; nothing is stored in it. So that you count once a day,
          we make a fingerprint of the page, your network address and kind of browser with a random key, which is
          replaced every day. The fingerprint differs from page to page and from day to day. On the day itself, someone
          with access to our servers could test whether a certain address has seen a certain page; once the key is
          replaced, nobody can, and the fingerprint is deleted within days. What stays is a number.
        </p>
        <p>
          When a search finds nothing, your browser tells us its words, so that we learn what is missing. We keep them
          for 30 days with a number from 0 to 63 that we compute from the words, the day and your network address. It
          tells a few visitors apart and doesn't say who they were. We only look at words that several visitors searched
          for.
        </p>
        <p>
          If your browser sends Do Not Track or Global Privacy Control, it tells us nothing, and you aren't counted.
        </p>
      </Part>
      <Part title="Who sees it">
        <ul>
          <li>
            <strong>Everyone</strong> sees your username, your profile, your visible artwork, your comments on artwork,
            your reviews, and your favorites unless you hide them in the settings.
          </li>
          <li>
            <strong>People who share a collection</strong> see each other's usernames and comments there.
          </li>
          <li>
            <strong>The other party to an order</strong> sees your username and the names on the license
            {payments && ", and of a paid one the receipt or invoice with both sides' addresses and VAT numbers"}.
            Anyone who looks up its fingerprint sees a name only with that party's identifier. A file that you download
            carries these names, so whoever you give it to can read them.
          </li>
          <li>
            <strong>Nobody buys it.</strong> We give data to no one but those below, who work for us, and to authorities
            where the law leaves no choice.
          </li>
        </ul>
      </Part>
      <Part title="Who works for us">
        <ul>
          <li>
            <strong>Amazon Web Services</strong> runs our servers, keeps data, pictures and passwords, delivers the
            pages and sends our emails. Everything is encrypted in transit and at rest.
          </li>
          {payments && (
            <li>
              <strong>Stripe</strong> takes payments and pays sellers out. It gets the card, the billing address
              {tax && ", a company's VAT number, by which it calculates the tax,"} and whatever the law requires it to
              ask sellers. A card that you choose to save stays there until you remove it or close your account. Card
              numbers and bank details never reach us. For much of this, Stripe itself is responsible, under its own
              privacy policy.
            </li>
          )}
        </ul>
        <p>Both may handle data outside your country, under contracts that demand the same protection.</p>
      </Part>
      <Part title="What you can do">
        <ul>
          <li>
            See and correct what you gave us, in the <SiteLink to="/settings">settings</SiteLink> and with each artwork.
          </li>
          <li>Close your account, which deletes everything that the table above doesn't list as staying.</li>
          <li>
            Ask for a copy of everything we keep about you, object to a use of it, or ask to have it deleted: write to
            us.
          </li>
          <li>Complain to the data protection authority of your country.</li>
        </ul>
        <HelpButton />
      </Part>
      <Part title="Why we may do this">
        <p>
          Account, artwork and orders: because you asked us to, which makes it a contract. Logs and attempts: because we
          have a legitimate interest in a site that works and can't be flooded. Accounting: because the law requires it.
          When this page changes in a way that matters, we say so on the site before the change takes effect.
        </p>
      </Part>
    </TextPage>
  );
}
