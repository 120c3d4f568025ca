import { createContext, type ReactNode, use } from 'react'

/** The few words that primitives say by themselves, in the reader's language. */
export type Labels = {
  readonly close: string
  readonly dismiss: string
  readonly busy: string
  readonly optional: string
  readonly remove: string
  readonly notices: string
}

const LabelsContext = createContext<Labels>({ close: '', dismiss: '', busy: '', optional: '', remove: '', notices: '' })

/** Gives every primitive below it its own words; without it they have no accessible names of their own. */
export function LabelsProvider({ labels, children }: { labels: Labels; children: ReactNode }) {
  return <LabelsContext value={labels}>{children}</LabelsContext>
}

export function useLabels(): Labels {
  return use(LabelsContext)
}
