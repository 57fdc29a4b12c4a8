import { useEffect, useRef, useState } from "react";
import { announceAvatar } from "#shared/contract/media.ts";
import { LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { MediaId } from "#shared/model/ids.ts";
import { ApiError } from "#web/api/response.ts";
import { send } from "#web/api/send.ts";
import { fileProblem, type PictureBounds, sizeProblem, withType } from "#web/features/upload/check-file.ts";
import type { UploadServices } from "#web/features/upload/run-upload.ts";
import { uploadServices } from "#web/features/upload/upload-services.ts";
import { useUpload } from "#web/features/upload/use-upload.ts";
import { useFeatures } from "#web/session/features.ts";
import { cropPicture, type Square } from "./crop-picture.ts";
import { useSaveProfile } from "./use-settings.ts";

const { maxBytes, width, height } = LIMITS.avatarFile;

const AVATAR_BOUNDS: PictureBounds = {
  maxBytes,
  minWidth: width,
  minHeight: height,
  tooSmall: MESSAGES.avatarTooSmall,
};

/** Upload services with the avatar's route and limits. */
const avatarServices: UploadServices = {
  ...uploadServices,
  bounds: AVATAR_BOUNDS,
  announce: (body) => send(announceAvatar, { body }),
};

/** A picture to be cropped. */
interface UncroppedPicture {
  readonly file: File;
  readonly url: string;
  readonly size: { readonly width: number; readonly height: number };
}

/** Checks, crops, uploads and saves an avatar. */
export function useAvatar() {
  const features = useFeatures();
  const save = useSaveProfile();
  const upload = useUpload(avatarServices);
  const [uncropped, setUncropped] = useState<UncroppedPicture | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const saved = useRef<MediaId>(undefined);
  const { state } = upload;
  const ready = state.step === "ready" ? state.media.mediaId : undefined;

  function drop() {
    if (uncropped) URL.revokeObjectURL(uncropped.url);
    setUncropped(null);
  }

  /** Saves only the avatar, not the profile form's input. */
  async function change(userMedia: MediaId | null) {
    setSaving(true);
    try {
      await save({ userMedia });
      upload.clear();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.fields.userMedia ?? error.message);
    } finally {
      setSaving(false);
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: each upload is saved once, when it is ready
  useEffect(() => {
    if (!ready || saved.current === ready) return;
    saved.current = ready;
    void change(ready);
  }, [ready]);

  async function pick(picked: File) {
    setProblem(null);
    upload.clear();
    const file = await withType(picked);
    const refusal = fileProblem(file, features, AVATAR_BOUNDS);
    if (refusal) return setProblem(refusal);
    const url = URL.createObjectURL(file);
    try {
      const size = await avatarServices.measure(url);
      const tooSmall = sizeProblem(size, AVATAR_BOUNDS);
      if (!tooSmall) return setUncropped({ file, url, size });
      setProblem(tooSmall);
    } catch {
      setProblem(MESSAGES.fileDamaged);
    }
    URL.revokeObjectURL(url);
  }

  async function crop(square: Square) {
    if (!uncropped) return;
    try {
      upload.pick(await cropPicture(uncropped.url, uncropped.file, square));
    } catch {
      setProblem(MESSAGES.fileDamaged);
    }
    drop();
  }

  return {
    upload,
    uncropped,
    problem,
    isSaving,
    pick,
    crop,
    cancel: drop,
    remove: () => {
      setProblem(null);
      return change(null);
    },
    /** Retries saving an uploaded picture as avatar. */
    retry: ready && problem ? () => change(ready) : undefined,
  };
}
