import type { AnalysisMessages } from "./enAnalysis";

export const ruAnalysis: AnalysisMessages = {
  "tidy.name": "Порядок в вариантах",
  "tidy.up": "Поднять этот вариант",
  "tidy.main": "Сделать главным вариантом",
  "tidy.delete": "Удалить отсюда",
  "tidy.others": "Удалить все другие варианты",
  "tidy.undelete": "Отменить удаление",
  "tidy.fold": "Свернуть все варианты",
  "tidy.unfold": "Развернуть все варианты",
  "tidy.deleted":
    "Удалено: {count, plural, one {# ход} few {# хода} many {# ходов} other {# хода}}. Это можно отменить.",
  "tidy.restored": "Возвращено: {count, plural, one {# ход} few {# хода} many {# ходов} other {# хода}}",
  "tidy.promoted": "Вариант поднят",
  "tidy.isMain": "Теперь это главный вариант",
  "tidy.folded":
    "Свёрнуто: {count, plural, one {# вариант} few {# варианта} many {# вариантов} other {# варианта}}",
  "tidy.unfolded":
    "Развёрнуто: {count, plural, one {# вариант} few {# варианта} many {# вариантов} other {# варианта}}",

  "share.title": "Поделиться",
  "share.position": "Эта позиция",
  "share.study": "Вся партия с вариантами и комментариями",
  "share.holds":
    "{moves, plural, one {# ход} few {# хода} many {# ходов} other {# хода}}, {comments, plural, one {# комментарий} few {# комментария} many {# комментариев} other {# комментария}}",
  "share.preview": "Короткая ссылка с картинкой",
  "share.preview.why": "Сервер хранит копию: её может прочитать любой, у кого есть ссылка, изменить — никто.",
  "share.kept": "Для одной ссылки это слишком длинно, поэтому копию хранит сервер; изменить её нельзя.",
  "share.tooLong": "Для ссылки это слишком длинно, а сервера у страницы нет. Экспортируйте в SGF.",
  "share.inLink": "Всё содержится в самой ссылке, ничего не отправляется.",
  "share.noPicture": "У страницы без сервера нет картинок для ссылок.",
  "share.embed": "На своей странице",
  "share.embed.why": "Вставьте это в страницу: доска, по которой можно пройти партию.",
  "share.copy": "Копировать",
  "share.copied": "Скопировано",
  "share.wait": "Создаётся ссылка…",

  "study.damaged": "Ссылка повреждена, содержимое не читается.",
  "study.newer": "Ссылка создана более новой версией Tengen.",
  "study.tooLong": "В ссылке больше, чем допускается.",
  "embed.open": "Открыть в Tengen",
  "embed.name": "Ходы",
  "embed.empty": "По этому адресу показывать нечего.",

  "lines.options": "Настройки анализа",
  "lines.count": "Варианты",
  "lines.time": "Время на позицию",
  "lines.seconds": "{seconds} с",
  "lines.minutes": "{minutes} мин",
  "lines.endless": "Без предела",
  "lines.threads": "Потоки",
  "lines.into": "Сыграть до {point}",

  "threat.show": "Угрозы",
  "threat.looking": "Ищем угрозы ({color})…",
  "threat.wins": "{color} угрожают выиграть:",
  "threat.best": "Если бы ходили {color}: {line}",
  "threat.none": "{color} не угрожают выиграть четвёрками или тройками.",
  "threat.open": "За отведённое время угроз не найдено ({color}).",

  "points.show": "Чьи пункты",
  "points.black": "Только чёрные",
  "points.white": "Только белые",
  "points.both": "Обе стороны",
  "points.nobody": "Никто",
  "points.ahead": "{color}: своих пунктов больше на {count}.",
  "points.even": "Своих пунктов поровну.",
};
