import { agreeToTerms } from '@veranda/contract/accounts/terms/routes.ts'
import { readAccount } from '@veranda/contract/accounts/settings/routes.ts'
import { currentTermsVersion, termsInEffectSince } from '@veranda/core/accounts/terms/terms.ts'
import { paragraphsChangedSince } from '@veranda/core/accounts/terms/terms-changes.ts'
import { day } from '@veranda/core/time/instant.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Dialog } from '@veranda/ui/dialog.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { Link } from '@veranda/ui/link.tsx'
import { type ReactNode, useState } from 'react'
import { ProblemBanner } from '../../../components/page/problem-banner.tsx'
import { RichText } from '../../../components/rich-text.tsx'
import { useCommand } from '../../../lib/api/use-command.ts'
import { deviceStorage } from '../../../lib/device/device-storage.ts'
import { useFormat } from '../../../lib/i18n/format.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { ChangedParagraph } from './changed-paragraph.tsx'

/** When the user postponed the question, and for which version. */
const postponedKey = 'new-terms-postponed'

/** Asks a user who agreed to an older version of the terms for the one in force, with the difference. */
export function NewTermsDialog({ agreedVersion }: { agreedVersion: number }) {
  const t = useTranslations('legal')
  const format = useFormat()
  const [open, setOpen] = useState(() => !wasPostponed())
  const agree = useCommand(agreeToTerms, { invalidates: [readAccount], onDone: () => setOpen(false) })

  function postpone() {
    deviceStorage.set(postponedKey, `${currentTermsVersion} ${Date.now()}`)
    setOpen(false)
  }

  const date = format.longDate(termsInEffectSince)
  return (
    <Dialog
      open={open}
      onClose={postpone}
      title={t('changes.ask.title')}
      text={t('changes.ask.text', { agreed: agreedVersion, version: currentTermsVersion, date })}
      actions={
        <>
          <Button onClick={postpone}>{t('changes.ask.later')}</Button>
          <Button
            kind="filled"
            busy={agree.busy}
            onClick={() => void agree.run({ body: { version: currentTermsVersion } })}
          >
            {t('changes.ask.agree')}
          </Button>
        </>
      }
    >
      <Stack gap={5}>
        {paragraphsChangedSince(agreedVersion).map((change) => (
          <ChangedParagraph key={change.paragraph} {...change} />
        ))}
        <p>
          <RichText
            text={t('changes.ask.full')}
            parts={{ terms: linkTo('/terms'), privacy: linkTo('/privacy'), refund: linkTo('/refund') }}
          />
        </p>
        <p>{t('changes.ask.later-text')}</p>
        <ProblemBanner problem={agree.problem} />
      </Stack>
    </Dialog>
  )
}

/** Returns whether the user postponed this version within a day. */
function wasPostponed(): boolean {
  const [version, at] = deviceStorage.get(postponedKey)?.split(' ') ?? []
  return version === String(currentTermsVersion) && Date.now() - Number(at) < day
}

const linkTo = (href: string) => (inner: ReactNode) => (
  <Link kind="inline" href={href} target="_blank">
    {inner}
  </Link>
)
