import { Stack } from '@mantine/core'
import { Acts } from './acts.tsx'
import { Bills } from './bills.tsx'

/** What was paid and what is to be paid: bills for bank transfers, and acts of what was spent. */
export const PaymentsTab = () => (
  <Stack gap="xl">
    <Bills />
    <Acts />
  </Stack>
)
