import type Database from 'better-sqlite3'

/** A literal, a quoted name or a comment, in which a question mark is no parameter; or a parameter. */
const parameterOrText = /'(?:[^']|'')*'|"[^"]*"|`[^`]*`|--[^\n]*|\/\*[^]*?\*\/|(?<parameter>\?|@\w+)/g

/**
 * Makes the connection keep the plan of a prepared statement for all values of its parameters. better-sqlite3 is compiled
 * with STAT4, and SQLite then plans a statement again for each execution if it sorts rows or limits their number by a
 * parameter, because another value could have a better plan. This took longer than most of the queries. The unary plus
 * changes no value and hides the parameter from the planner. Parameters are written as `?` or `@name`.
 */
export function keepPlans(sqlite: Database.Database): void {
  const prepare = sqlite.prepare.bind(sqlite)
  sqlite.prepare = (source: string) => prepare(withHiddenParameters(source))
}

function withHiddenParameters(source: string): string {
  return source.replaceAll(parameterOrText, (found, parameter?: string) =>
    parameter === undefined ? found : `+${parameter}`,
  )
}
