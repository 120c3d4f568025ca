import { Anchor } from '@veranda/ui/anchor.tsx'
import { lookUpPath } from '../admin-paths.ts'

type SubjectLinkProps = { title: string; milestoneId: string | null; bookingId: string | null }

/** Leads to the money of what was paid for; there is nothing to open for money that was never applied. */
export function SubjectLink({ title, milestoneId, bookingId }: SubjectLinkProps) {
  const [kind, id] = milestoneId === null ? (['booking', bookingId] as const) : (['milestone', milestoneId] as const)
  if (id === null) return <bdi>{title}</bdi>
  return (
    <Anchor href={lookUpPath(kind, id)}>
      <bdi>{title}</bdi>
    </Anchor>
  )
}
