/** Results that the reference has given to requests, so that who wraps it need not ask it again. */

const answers = new WeakMap<object, unknown>();

/** Keeps the result of a request that nobody changes any more. */
export function knowAnswer(request: object, result: unknown): void {
  answers.set(request, result);
}

/** The known result of this very request. */
export function knownAnswer<R>(request: object): R | undefined {
  return answers.get(request) as R | undefined;
}
