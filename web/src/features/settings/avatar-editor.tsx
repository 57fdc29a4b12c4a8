import { Button, chakra } from "@chakra-ui/react";
import { useId, useRef } from "react";
import { formatFileSize } from "#shared/format.ts";
import { LIMITS } from "#shared/limits.ts";
import type { Settings } from "#shared/model/settings.ts";
import { acceptedNames, acceptedTypes } from "#web/features/upload/check-file.ts";
import { UploadProgress } from "#web/features/upload/upload-progress.tsx";
import { isInProgress } from "#web/features/upload/upload-state.ts";
import { useFeatures } from "#web/session/features.ts";
import { dimensionsLabel } from "#web/ui/labels.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { PersonAvatar } from "#web/ui/person.tsx";
import { useAvatar } from "./use-avatar.ts";

const AvatarCropper = lazyPart(() => import("./avatar-cropper.tsx"));

/** The avatar; saved after cropping and upload. */
export function AvatarEditor({ settings: { profile, userUsername } }: { readonly settings: Settings }) {
  const features = useFeatures();
  const avatar = useAvatar();
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const { state } = avatar.upload;
  const isBusy = isInProgress(state) || avatar.isSaving;
  const { maxBytes, width, height } = LIMITS.avatarFile;
  const rules = `${acceptedNames(features)}, up to ${formatFileSize(maxBytes)}, at least ${dimensionsLabel(width, height)} pixels.`;
  return (
    <chakra.div role="group" aria-label="Picture" display="grid" gap="4">
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap={{ base: "4", sm: "6" }}>
        <PersonAvatar
          person={{
            name: userUsername,
            fullName: profile.userName,
            avatar: state.step === "empty" ? profile.avatar : state.picked.url,
          }}
          size="6rem"
        />
        <chakra.div display="grid" gap="2.5" flex="1 1 9rem" minW="0">
          <chakra.div display="flex" flexWrap="wrap" gap="2.5">
            <Button
              size="sm"
              variant="outline"
              colorPalette="neutral"
              disabled={isBusy}
              aria-describedby={`${id}-rules`}
              onClick={() => input.current?.click()}
            >
              {profile.avatar ? "Change picture" : "Add a picture"}
            </Button>
            {profile.avatar && (
              <Button size="sm" variant="ghost" colorPalette="neutral" disabled={isBusy} onClick={avatar.remove}>
                Remove picture
              </Button>
            )}
          </chakra.div>
          <chakra.p id={`${id}-rules`} textStyle="sm" color="fg.muted">
            {rules}
          </chakra.p>
        </chakra.div>
      </chakra.div>
      {state.step !== "empty" && <UploadProgress upload={avatar.upload} />}
      <chakra.p role="alert" textStyle="sm" color="fg.error" _empty={{ display: "none" }}>
        {avatar.problem}
      </chakra.p>
      {avatar.retry && (
        <Button size="sm" justifySelf="start" onClick={avatar.retry}>
          Try again
        </Button>
      )}
      <input
        ref={input}
        type="file"
        hidden
        data-testid="avatar"
        accept={acceptedTypes(features).join(",")}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          currentTarget.value = "";
          if (file) void avatar.pick(file);
        }}
      />
      {avatar.uncropped && (
        <AvatarCropper
          url={avatar.uncropped.url}
          size={avatar.uncropped.size}
          onClose={avatar.cancel}
          onCrop={(square) => void avatar.crop(square)}
        />
      )}
    </chakra.div>
  );
}
