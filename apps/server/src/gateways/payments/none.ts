import { type PaymentGateway } from './payments.ts'

const absent = async (): Promise<never> => {
  throw new Error('no payment company is configured')
}

/** Stands where a payment company is not configured: nothing can be paid, and nothing is lost. */
export const noPayments: PaymentGateway = {
  sandbox: false,
  methods: () => [],
  charge: absent,
  confirm: absent,
  capture: absent,
  void: absent,
  refund: absent,
  transfer: absent,
  reverse: absent,
  payout: absent,
  verifyWebhook: async () => false,
  readWebhook: () => undefined,
}
