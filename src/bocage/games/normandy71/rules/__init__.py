"""The rules of Normandy (1971), a module or more for each chapter, numbered in the printed order."""
