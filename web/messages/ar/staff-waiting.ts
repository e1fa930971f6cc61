/** Who waits for a time of a tutor, on the page of a person. */
export const staffWaiting = {
  title: 'قوايم الانتظار',
  ofStudent: 'المدرّسين اللي الطالب مستني ميعاد منهم، الأقدم الأول.',
  ofTutor: 'الطلاب اللي مستنيين ميعاد من المدرّس، بترتيب تسجيلهم.',
  loading: 'بنفتح قوايم الانتظار…',
  empty: 'مفيش حد مستني',
  line: 'من {since}',
  lineEvening: 'من {since}، بالليل بس',
  offered: 'معروض عليه {when}، لحد {until}',
  remove: 'إخراج {name} من القايمة',
  removeTitle: 'إخراج {name} من قايمة الانتظار؟',
  removeText: 'لو معروض عليه ميعاد هيروح للي بعده. السبب بيتحفظ في سجل التعديلات.',
  removeConfirm: 'إخراج من القايمة',
  removed: 'خرج من قايمة الانتظار',
  failed: 'معرفناش نخرّجه من القايمة',
} as const
