/** Names that the glossary replaced; an identifier of exactly this name fails the check. */
export const retiredNames: readonly string[] = []
