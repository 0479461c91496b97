/** A module of its own for a saboteur or an animal of the zoo, so that it can be started in another thread or process. */

/** URL of a module whose default export is `expression` of what `file` (in this folder) exports under `name`. */
export function moduleOf(file: string, name: string, expression = name): string {
  const url = new URL(file, import.meta.url).href;
  const code = `import { ${name} } from ${JSON.stringify(url)}; export default ${expression};`;
  return `data:text/javascript,${encodeURIComponent(code)}`;
}
