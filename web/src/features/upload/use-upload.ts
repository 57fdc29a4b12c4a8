import { useEffect, useReducer, useRef } from "react";
import { useFeatures } from "#web/session/features.ts";
import { runUpload, type UploadServices } from "./run-upload.ts";
import { uploadServices } from "./upload-services.ts";
import { EMPTY_UPLOAD, isDropped, nextUpload, type PickedFile, type UploadState } from "./upload-state.ts";

/** Delay and number of retries after a connection failure while the browser is online. */
const RESUME_AFTER_MS = 3_000;
const MAX_RESUMED = 3;

/** One picture's upload and the user's actions on it. */
export interface Upload {
  readonly state: UploadState;
  /** Starts with another file and cancels the upload in progress. */
  pick(file: File): void;
  /** Retries the same file. */
  retry(): void;
  /** Removes the file and cancels its upload. */
  clear(): void;
}

export function useUpload(services: UploadServices = uploadServices): Upload {
  const features = useFeatures();
  const [state, dispatch] = useReducer(nextUpload, EMPTY_UPLOAD);
  const attempts = useRef(0);
  /** Automatic retries since the file was picked. */
  const resumed = useRef(0);
  const running = useRef<AbortController>(undefined);
  const url = useRef<string>(undefined);

  function giveUp() {
    running.current?.abort();
    running.current = undefined;
  }

  function forget() {
    giveUp();
    if (url.current) URL.revokeObjectURL(url.current);
    url.current = undefined;
  }

  useEffect(() => {
    const held = { running, url };
    return () => {
      held.running.current?.abort();
      if (held.url.current) URL.revokeObjectURL(held.url.current);
    };
  }, []);

  function start(picked: PickedFile, attempt: number) {
    const controller = new AbortController();
    running.current = controller;
    void runUpload({ picked, attempt, features, signal: controller.signal, dispatch }, services);
  }

  function nextAttempt() {
    attempts.current += 1;
    return attempts.current;
  }

  function retry() {
    if (state.step !== "failed" || !state.canRetry) return;
    giveUp();
    const attempt = nextAttempt();
    dispatch({ type: "retried", attempt });
    start(state.picked, attempt);
  }

  const retryLatest = useRef(retry);
  retryLatest.current = retry;
  const wasDropped = isDropped(state);
  useEffect(() => {
    if (!wasDropped) return;
    const resume = () => {
      resumed.current += 1;
      retryLatest.current();
    };
    window.addEventListener("online", resume);
    const mayTry = window.navigator.onLine && resumed.current < MAX_RESUMED;
    const timer = mayTry ? setTimeout(resume, RESUME_AFTER_MS) : undefined;
    return () => {
      window.removeEventListener("online", resume);
      clearTimeout(timer);
    };
  }, [wasDropped]);

  return {
    state,
    pick(file) {
      forget();
      resumed.current = 0;
      url.current = URL.createObjectURL(file);
      const picked = { file, url: url.current };
      const attempt = nextAttempt();
      dispatch({ type: "picked", picked, attempt });
      start(picked, attempt);
    },
    retry,
    clear() {
      forget();
      dispatch({ type: "cleared" });
    },
  };
}
