import { useState } from 'react'

/**
 * The record as it was when the edit of a form over it began, which is what the save names as read: a refetch moves it only while
 * nothing has been typed (docs/rules/staff.md 3.3). `record` keeps its identity while it is the same.
 */
export function useReadRecord<Record>(record: Record, hasChanges: boolean): Record {
  const [read, setRead] = useState(record)
  if (!hasChanges && read !== record) setRead(record)
  return hasChanges ? read : record
}
