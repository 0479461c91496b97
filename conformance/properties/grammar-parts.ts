/** Messages as pi holds them, made of parts. */
import { toJson } from "../json-text.ts";

export const toMessage = (content: readonly unknown[], more: object = {}): string =>
  toJson({ role: "assistant", content, stopReason: "stop", ...more });
export const text = (value: string) => ({ type: "text", text: value });
export const thinking = (value: string, more: object = {}) => ({
  type: "thinking",
  thinking: value,
  ...more,
});
