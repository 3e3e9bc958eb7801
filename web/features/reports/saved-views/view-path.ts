const base = '/berichte'

/** Returns the path of a view as it is stored, without a slash at its end, from the location within the reports. */
export function pathOfView({ pathname, search }: { pathname: string; search: string }): string {
  return base + pathname.replace(/\/+$/, '') + search
}

/** Returns where a stored view is within the reports. A query alone would be one of the current page. */
export function locationOfView(path: string): string {
  const location = path.slice(base.length)
  return location.startsWith('/') ? location : `/${location}`
}
