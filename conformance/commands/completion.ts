/** `completion bash|zsh|fish`: the script that makes a shell complete an installed command. */
import type { Command } from "commander";
import { CHAPTERS, REQUIREMENTS } from "../../spec/requirements.ts";
import { builtInTargets } from "../find-target.ts";
import { nearest } from "../nearest.ts";
import { BadCall } from "../select.ts";
import { commandsBelow } from "./help.ts";
import { KINDS } from "./init.ts";

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

interface Completed {
  /** The command as the package installs it. */
  readonly name: string;
  /** The name of its function in a shell. */
  readonly called: string;
  readonly all: readonly Place[];
  readonly candidates: Candidates;
  /** Flags that are followed by a value. */
  readonly values: readonly string[];
  readonly program: Command;
}

type Script = (completed: Completed) => string;

const bash: Script = ({ name, called, all, candidates, values }) => `# bash completion for ${name}
${called}() {
  local word at= current=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]}
  local -a choices=()
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do${WALK(all.flatMap(({ path }) => path || []))}
  done
${cases(all, candidates, values)}
  COMPREPLY=($(compgen -W "\${choices[*]}" -- "$current"))
}
complete -o bashdefault -o default -F ${called} ${name}
`;

const zsh: Script = ({ name, called, all, candidates, values }) => `#compdef ${name}
${called}() {
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
  ${called} "$@"
else
  compdef ${called} ${name}
fi
`;

const fish: Script = ({ name, called, all, candidates, program }) => {
  const here = (path: string): string => `-n 'test (_${called}_at) = "${path}"'`;
  const words = all.map(({ path, words: own }) => {
    const plain = own.filter((word) => !word.startsWith("--"));
    return plain.length === 0 ? "" : `complete -c ${name} ${here(path)} -a '${plain.join(" ")}'\n`;
  });
  const flags = commandsBelow(program).flatMap(([path, command]) =>
    command.options.flatMap(({ long: flag, required, description }) => {
      if (flag == null) return [];
      const value = flag === "--only" ? ` -x -a '${candidates.address.join(" ")}'` : required ? " -r" : "";
      const said = description.replaceAll("'", "\\'");
      return `complete -c ${name} ${here(path)} -l ${flag.slice(2)}${value} -d '${said}'\n`;
    }),
  );
  return `# fish completion for ${name}
function _${called}_at
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

/** The script for a shell; `name` is what the package installs. Throws BadCall where there is none. */
export function completionScript(
  name: string,
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
  return script({
    ...{ name, called: `_${name.replaceAll("-", "_")}`, program },
    ...{ all: places(program, all), candidates: all, values: flagsWithValue(program) },
  });
}

function candidates() {
  const chapters = CHAPTERS.filter((name) => name !== "drift");
  const judged = REQUIREMENTS.filter(({ chapter }) => chapter !== "drift").map(({ id }) => id);
  return { target: builtInTargets(), address: [...chapters, ...judged], template: KINDS };
}

/** Adds the command that prints the script of `name`, which is what the package installs. */
export function addCompletion(command: Command, name: string): void {
  command
    .command("completion")
    .argument("<shell>", "bash, zsh or fish")
    .description("prints the script with which bash, zsh or fish completes the installed command")
    .allowExcessArguments(false)
    .action((shell: string) => {
      process.stdout.write(completionScript(name, shell, command, candidates()));
    });
}
