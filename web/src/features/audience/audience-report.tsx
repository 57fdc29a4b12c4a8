import { chakra, Skeleton } from "@chakra-ui/react";
import { readAudience } from "#shared/contract/audience.ts";
import { formatCount } from "#shared/format.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { Audience } from "#shared/model/audience.ts";
import { useRead } from "#web/api/use-read.ts";
import { CHART_COLORS } from "#web/features/dashboard/chart-colors.ts";
import { type Range, rangeLabel } from "#web/features/dashboard/range.ts";
import { useFeatures } from "#web/session/features.ts";
import { useSignedIn } from "#web/session/use-session.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorPage } from "#web/ui/error-page.tsx";
import { countLabel } from "#web/ui/labels.ts";
import { moneyLabel } from "#web/ui/money-lines.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { ButtonLink } from "#web/ui/site-link.tsx";
import { BestWorks } from "./best-works.tsx";
import { Plot } from "./plot.tsx";

const Plots = chakra("div", {
  base: {
    display: "grid",
    gap: "4",
    gridTemplateColumns: { base: "minmax(0, 1fr)", lg: "repeat(2, minmax(0, 1fr))" },
  },
});

type Day = Audience["series"][number];
type Figure = Exclude<keyof Day, "day">;

const Key = chakra("span", {
  base: {
    display: "inline-flex",
    alignItems: "center",
    gap: "2",
    _before: { content: '""', width: "3", height: "3", borderRadius: "l1", background: "var(--key)" },
  },
});

/** Legend of the first plot. */
const VIEWS_KEY = ["Works", "Profile"].map((label, at) => (
  <Key key={label} css={{ "--key": `colors.${CHART_COLORS[at]}` }}>
    {label}
  </Key>
));

const sumFigure = (series: readonly Day[], name: Figure) => series.reduce((sum, day) => sum + day[name], 0);

function EmptyAudience() {
  return (
    <EmptyState
      title="No views in this range yet"
      text="Views of your works and profile, new favorites, followers and sales show up here day by day, with your most viewed works."
      action={
        <ButtonLink to="/artwork/add" variant="outline" colorPalette="neutral">
          Add artwork
        </ButtonLink>
      }
    />
  );
}

function Report({ audience: { start, end, series, best } }: { readonly audience: Audience }) {
  const { payments } = useFeatures();
  const views = sumFigure(series, "views");
  const profileViews = sumFigure(series, "profileViews");
  const favorites = sumFigure(series, "favorites");
  const followers = sumFigure(series, "followers");
  const sales = sumFigure(series, "sales");
  const earned = sumFigure(series, "earned");
  const areSales = payments || earned > 0;
  if (views + profileViews + favorites + followers + sales === 0) return <EmptyAudience />;
  const days = rangeLabel({ start, end });
  const toSeries = (name: Figure, noun: string) =>
    series.map((day) => ({ day: day.day, values: [day[name]], lines: [countLabel(day[name], noun)] }));
  const saleNotes = [
    ...(earned > 0 ? [`${moneyLabel(earned)} earned`] : []),
    ...(sales > 0 && views >= sales ? [`1 per ${countLabel(Math.round(views / sales), "view")}`] : []),
  ];
  return (
    <>
      <Plots>
        <Plot
          title="Views"
          total={formatCount(views + profileViews)}
          note={VIEWS_KEY}
          points={series.map((day) => ({
            day: day.day,
            values: [day.views, day.profileViews],
            lines: [
              countLabel(day.views + day.profileViews, "view"),
              `${formatCount(day.views)} of works, ${formatCount(day.profileViews)} of your profile`,
            ],
          }))}
          days={days}
        />
        <Plot
          title="New favorites"
          total={formatCount(favorites)}
          points={toSeries("favorites", "favorite")}
          days={days}
        />
        <Plot
          title="New followers"
          total={formatCount(followers)}
          points={toSeries("followers", "follower")}
          days={days}
        />
        <Plot
          title={areSales ? "Sales" : "Free licenses"}
          total={formatCount(sales)}
          note={saleNotes.join(" · ")}
          points={series.map((day) => ({
            day: day.day,
            values: [day.sales],
            lines: [
              countLabel(day.sales, areSales ? "sale" : "license"),
              ...(day.earned > 0 ? [`${moneyLabel(day.earned)} earned`] : []),
            ],
          }))}
          days={days}
        />
      </Plots>
      <BestWorks works={best} />
    </>
  );
}

/** An artist's figures for a range of days. */
export function AudienceReport({ range }: { readonly range: Range }) {
  const { id: userId } = useSignedIn();
  const input = { params: { userId }, query: range };
  const { data, error, mutate } = useRead(readAudience, input, {
    errorMessage: MESSAGES.failedFetchAudience,
    keepPreviousData: true,
  });
  if (error?.status === 400) return <Notice kind="error">{Object.values(error.fields)[0] ?? error.message}</Notice>;
  if (error && !data) return <ErrorPage onRetry={() => void mutate()} />;
  if (!data) {
    return (
      <Plots role="status" aria-label="Loading audience">
        {["views", "favorites", "followers", "sales"].map((plot) => (
          <Skeleton key={plot} height="17rem" borderRadius="l3" />
        ))}
      </Plots>
    );
  }
  return <Report audience={data} />;
}
