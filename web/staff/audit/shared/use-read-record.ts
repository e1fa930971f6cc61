import { useState } from 'react'

/**
 * The record as it was when editing began, whose version the save sends: a refetch updates it only while nothing has been
 * typed (docs/rules/staff.md 3.3). `record` must keep its identity while it is unchanged.
 */
export function useReadRecord<Record>(record: Record, hasChanges: boolean): Record {
  const [read, setRead] = useState(record)
  if (!hasChanges && read !== record) setRead(record)
  return hasChanges ? read : record
}
