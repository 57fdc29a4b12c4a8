import { useParams } from "react-router-dom";
import { readUser } from "#shared/contract/users.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { PublicUser } from "#shared/model/account.ts";
import { useRead } from "#web/api/use-read.ts";
import { ProfileHeader } from "#web/features/profile/profile-header.tsx";
import { useProfileList } from "#web/features/profile/profile-lists.tsx";
import { ProfileTabs } from "#web/features/profile/profile-tabs.tsx";
import { useSession } from "#web/session/use-session.ts";
import { PageContainer } from "#web/ui/page-container.tsx";
import { ReadResult } from "#web/ui/read-result.tsx";
import { SkeletonPage } from "#web/ui/skeletons.tsx";

function Profile({ profile }: { readonly profile: PublicUser }) {
  const { user } = useSession();
  const list = useProfileList();
  return (
    <PageContainer title={profile.fullName || profile.name} width="large">
      <ProfileHeader user={profile} />
      <ProfileTabs user={profile} current={list} />
      <list.List user={profile} isOwn={user?.id === profile.id} />
    </PageContainer>
  );
}

/** An artist's public page; the address carries the username. */
export default function User() {
  const { id = "" } = useParams();
  return (
    <ReadResult
      of={useRead(readUser, { params: { username: id } }, { otherwise: MESSAGES.failedFetchUser })}
      while={<SkeletonPage />}
    >
      {(profile) => <Profile profile={profile} />}
    </ReadResult>
  );
}
