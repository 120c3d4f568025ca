import { Banner } from '@veranda/ui/banner.tsx'
import { Button } from '@veranda/ui/button.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { AuthHeader } from '../sign-in/auth-header.tsx'

type LinkEndingProps = {
  title: string
  lead: string
  /** A sentence on something else that needs attention. */
  warning?: string | undefined
  href: string
  label: string
}

/** Says how the press of a link from a mail ended, and leads on. */
export function LinkEnding({ title, lead, warning, href, label }: LinkEndingProps) {
  return (
    <Stack gap={6}>
      <AuthHeader title={title} lead={lead} />
      {warning !== undefined && <Banner tone="warning">{warning}</Banner>}
      <Button kind="filled" size="large" wide href={href}>
        {label}
      </Button>
    </Stack>
  )
}
