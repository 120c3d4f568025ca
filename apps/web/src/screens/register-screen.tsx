import { Stack } from '@veranda/ui/layout.tsx'
import { Link } from '@veranda/ui/link.tsx'
import { useTranslations } from '../lib/i18n.ts'
import { AuthHeader } from '../features/accounts/sign-in/auth-header.tsx'
import { RegisterForm } from '../features/accounts/sign-in/register-form.tsx'

export function RegisterScreen() {
  const t = useTranslations('accounts/sign-in')
  return (
    <Stack gap={6}>
      <AuthHeader title={t('register.title')} lead={t('register.welcome')} />
      <RegisterForm />
      <p>
        {t('register.have')} <Link href="/login">{t('register.login')}</Link>
      </p>
    </Stack>
  )
}
