/** Returns the first word of the name. */
export function firstNameOf(name: string): string {
  return name.trim().split(/\s+/u, 1)[0] ?? name
}
