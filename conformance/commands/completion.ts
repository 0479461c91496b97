/** `conformance completion bash|zsh|fish`: the script that makes a shell complete the installed command. */
import type { Command } from "commander";
import { nearest } from "../nearest.ts";
import { BadCall } from "../select.ts";
import { commandsBelow } from "./help.ts";

/** The command that is completed: what the package installs. */
const COMPLETED = "pi-repair-conformance";

/** What may stand for the arguments of commands and flags, by the name that they have there. */
export interface Candidates {
  /** Names of built-in targets. */
  readonly target: readonly string[];
  /** Chapters and requirements. */
  readonly address: readonly string[];
  readonly template: readonly string[];
  readonly shell: readonly string[];
}

/** What can follow at one place of the command line. */
interface Place {
  /** Path of the subcommand, "" for the command itself. */
  readonly path: string;
  readonly words: readonly string[];
}

const SHELLS = ["bash", "zsh", "fish"] as const;

/** Which candidates an argument of a command is one of. */
const ARGUMENTS: Readonly<Record<string, keyof Candidates>> = {
  target: "target",
  targets: "target",
  id: "address",
  address: "address",
  kind: "template",
  shell: "shell",
};

const long = (command: Command): readonly string[] =>
  command.options.flatMap((option) => option.long ?? []).concat("--help");

function places(program: Command, candidates: Candidates): readonly Place[] {
  return commandsBelow(program).map(([path, command]) => {
    const [first] = command.registeredArguments;
    const kind = first === undefined ? undefined : ARGUMENTS[first.name()];
    const own = kind === undefined ? [] : candidates[kind];
    return { path, words: [...command.commands.map((each) => each.name()), ...own, ...long(command)] };
  });
}

/** Flags that are followed by a value; an address or, by the shell's own means, a file or a number. */
function flagsWithValue(program: Command): readonly string[] {
  const all = commandsBelow(program).flatMap(([, command]) =>
    command.options.flatMap((option) => (option.required ? (option.long ?? []) : [])),
  );
  return [...new Set(all)];
}

const quoted = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(" ");
const alternatives = (words: readonly string[]): string => words.map((word) => `'${word}'`).join("|");

/** The two ways of finding out, in bash and zsh, at which command the cursor is; words after `--` are a program's own. */
const WALK = (paths: readonly string[]): string => `
    if [[ $word == -- ]]; then at=--; break; fi
    case "\${at:+$at }$word" in
      ${alternatives(paths)}) at="\${at:+$at }$word" ;;
    esac`;

function cases(all: readonly Place[], candidates: Candidates, values: readonly string[]): string {
  const others = values.filter((flag) => flag !== "--only");
  return `  case $before in
    --only) choices=(${quoted(candidates.address)}) ;;
    ${others.join("|")}) ;;
    *)
      case $at in
${all.map(({ path, words }) => `        '${path}') choices=(${quoted(words)}) ;;`).join("\n")}
      esac ;;
  esac`;
}

type Script = (
  all: readonly Place[],
  candidates: Candidates,
  values: readonly string[],
  program: Command,
) => string;

const bash: Script = (all, candidates, values) => `# bash completion for ${COMPLETED}
_pi_repair_conformance() {
  local word at= current=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]}
  local -a choices=()
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do${WALK(all.flatMap(({ path }) => path || []))}
  done
${cases(all, candidates, values)}
  COMPREPLY=($(compgen -W "\${choices[*]}" -- "$current"))
}
complete -o bashdefault -o default -F _pi_repair_conformance ${COMPLETED}
`;

const zsh: Script = (all, candidates, values) => `#compdef ${COMPLETED}
_pi_repair_conformance() {
  local word at= before=\${words[CURRENT-1]}
  local -a choices
  for word in "\${(@)words[2,CURRENT-1]}"; do${WALK(all.flatMap(({ path }) => path || []))}
  done
${cases(all, candidates, values)}
  compadd -- $choices
  _files
}
# As a file of fpath it is the function's body; sourced, it registers itself.
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
  _pi_repair_conformance "$@"
else
  compdef _pi_repair_conformance ${COMPLETED}
fi
`;

const fish: Script = (all, candidates, _values, program) => {
  const here = (path: string): string => `-n 'test (__pi_repair_conformance_at) = "${path}"'`;
  const words = all.map(({ path, words: own }) => {
    const plain = own.filter((word) => !word.startsWith("--"));
    return plain.length === 0 ? "" : `complete -c ${COMPLETED} ${here(path)} -a '${plain.join(" ")}'\n`;
  });
  const flags = commandsBelow(program).flatMap(([path, command]) =>
    command.options.flatMap(({ long: name, required, description }) => {
      if (name == null) return [];
      const value = name === "--only" ? ` -x -a '${candidates.address.join(" ")}'` : required ? " -r" : "";
      const said = description.replaceAll("'", "\\'");
      return `complete -c ${COMPLETED} ${here(path)} -l ${name.slice(2)}${value} -d '${said}'\n`;
    }),
  );
  return `# fish completion for ${COMPLETED}
function __pi_repair_conformance_at
  set -l at
  for word in (commandline -opc)[2..]
    if test "$word" = --
      set at --
      break
    end
    set -l longer (string trim -- "$at $word")
    if contains -- "$longer" ${quoted(all.flatMap(({ path }) => path || []))}
      set at $longer
    end
  end
  echo -- "$at"
end
${words.join("")}${flags.join("")}`;
};

const SCRIPTS: Readonly<Record<string, Script>> = { bash, zsh, fish };

/** The script for a shell. Throws BadCall where there is none. */
export function completionScript(
  shell: string,
  program: Command,
  candidates: Omit<Candidates, "shell">,
): string {
  const script = Object.hasOwn(SCRIPTS, shell) ? SCRIPTS[shell] : undefined;
  if (script === undefined) {
    throw new BadCall(
      `no completion for "${shell}"; there are ${SHELLS.join(", ")}${nearest(shell, SHELLS)}`,
    );
  }
  const all = { ...candidates, shell: SHELLS };
  return script(places(program, all), all, flagsWithValue(program), program);
}
