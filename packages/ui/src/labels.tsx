import { createContext, type ReactNode, use } from 'react'

/** The built-in texts of the primitives, in the user's language. */
export type Labels = {
  readonly close: string
  readonly dismiss: string
  readonly busy: string
  readonly optional: string
  readonly remove: string
}

const LabelsContext = createContext<Labels>({ close: '', dismiss: '', busy: '', optional: '', remove: '' })

/** Provides the built-in texts of all primitives below it; without it they have no accessible names. */
export function LabelsProvider({ labels, children }: { labels: Labels; children: ReactNode }) {
  return <LabelsContext value={labels}>{children}</LabelsContext>
}

export function useLabels(): Labels {
  return use(LabelsContext)
}
