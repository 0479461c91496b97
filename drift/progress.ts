// Progress of a long run on stderr: one line that rewrites itself on a terminal, else a line every half minute.

/** A progress function and the call that ends it. Writes nothing before the first second. */
export function startProgress(stream: NodeJS.WriteStream = process.stderr): {
  readonly step: (done: number, all: number, version: string) => void;
  readonly stop: () => void;
} {
  let line = "";
  const tick = stream.isTTY ? 200 : 30_000;
  const timer = setInterval(() => {
    if (line) stream.write(stream.isTTY ? `\r\u001b[K${line}` : `${line}\n`);
  }, tick);
  return {
    step: (done, all, version) => {
      line = `drift: ${done} of ${all} probes, at pi ${version}`;
    },
    stop: () => {
      clearInterval(timer);
      if (stream.isTTY) stream.write("\r\u001b[K");
    },
  };
}
