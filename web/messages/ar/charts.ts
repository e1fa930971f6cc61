/** Words of charts; what a chart is about comes to it in its props. */
export const charts = {
  asTable: 'اعرض كجدول',
  asChart: 'اعرض كرسم',
  tableOf: 'جدول: {title}',
  keyboard: 'اتحرك بين النقط بالأسهم.',
  noValue: 'مفيش',
}
