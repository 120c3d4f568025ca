import { parseSocialProblem } from '@veranda/core/accounts/social/social-problem.ts'
import { Banner } from '@veranda/ui/banner.tsx'
import { useTranslations } from '../../../lib/i18n/i18n.ts'

/** Says why a way to a provider did not end as it should. Shows nothing for what is no problem of ours. */
export function SocialProblemBanner({ code }: { code: string | null }) {
  const t = useTranslations('accounts/social')
  const problem = parseSocialProblem(code)
  if (problem === undefined) return null
  return (
    <Banner tone={problem === 'denied' ? 'info' : 'warning'} announce>
      {t(`problem.${problem}`)}
    </Banner>
  )
}
