import { listSandboxMailTo } from '@veranda/contract/accounts/password-reset/routes.ts'
import { Banner } from '@veranda/ui/banner.tsx'
import { Button } from '@veranda/ui/button.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { useCommand } from '../../../lib/api/use-command.ts'
import { usePublicConfig } from '../../../lib/public-config.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { ProblemBanner } from '../../../components/page/problem-banner.tsx'

type OpenMailboxProps = {
  email: string
  /** The page that the link in the mail opens, such as `verify`. */
  page: string
}

/** Shows the newest mail to an address, in a sandbox where mail is kept instead of sent; nothing anywhere else. */
export function OpenMailbox({ email, page }: OpenMailboxProps) {
  const t = useTranslations('accounts/one-time-links')
  const config = usePublicConfig()
  const list = useCommand(listSandboxMailTo)
  if (!config?.openMailbox) return null
  const [mail] = list.reply?.items ?? []
  const link = mail && new RegExp(String.raw`/${page}#[\w-]+`).exec(mail.text)?.[0]
  return (
    <Stack gap={3}>
      <p>{t('mailbox.text')}</p>
      <ProblemBanner problem={list.problem} />
      {list.reply && !mail && <Banner announce>{t('mailbox.none')}</Banner>}
      {mail && (
        <Banner tone="neutral" icon="mail" title={mail.subject} announce>
          <Stack gap={2}>
            {mail.text.split('\n\n').map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </Stack>
        </Banner>
      )}
      {link === undefined ? (
        <Button busy={list.busy} onClick={() => void list.run({ body: { email } })}>
          {t('mailbox.show')}
        </Button>
      ) : (
        <Button kind="filled" href={link}>
          {t('mailbox.open')}
        </Button>
      )}
    </Stack>
  )
}
