import { type UserSummary } from '@veranda/contract/shared-schemas.ts'
import { Anchor } from '@veranda/ui/anchor.tsx'
import { lookUpPath } from './admin-paths.ts'

/** Leads from a name to what admins can look up about the user. */
export function UserLink({ user }: { user: Pick<UserSummary, 'id' | 'name'> }) {
  return (
    <Anchor href={lookUpPath('user', user.id)}>
      <bdi>{user.name}</bdi>
    </Anchor>
  )
}
