import { Button } from '@veranda/ui/button.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { AuthHeader } from '../sign-in/auth-header.tsx'

/** Says how the press of a link from a mail ended, and leads on. */
export function LinkEnding({ title, lead, href, label }: { title: string; lead: string; href: string; label: string }) {
  return (
    <Stack gap={6}>
      <AuthHeader title={title} lead={lead} />
      <Button kind="filled" size="large" wide href={href}>
        {label}
      </Button>
    </Stack>
  )
}
